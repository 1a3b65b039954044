/** For Go; a method belongs to the type of its receiver. */
export const GO = `
(function_declaration name: (identifier) @name body: (_) @body) @function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @owner
    (generic_type type: (type_identifier) @owner)
    (pointer_type (type_identifier) @owner)
    (pointer_type (generic_type type: (type_identifier) @owner))]))
  name: (field_identifier) @name body: (_) @body) @method
(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @struct
(type_spec name: (type_identifier) @name type: (interface_type "{" @body)) @interface
(interface_type (method_elem name: (field_identifier) @name) @method)
(type_spec name: (type_identifier) @name type: [
  (type_identifier) (qualified_type) (pointer_type) (array_type) (slice_type) (map_type) (channel_type)
  (function_type) (generic_type)]) @type
(type_alias name: (type_identifier) @name) @type
`;
