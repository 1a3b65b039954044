/** For Rust; what stands in an `impl` belongs to its type. */
export const RUST = `
(attribute_item) @attribute
(impl_item type: (_) @name) @scope
(function_item name: (identifier) @name body: (_) @body) @function
(function_signature_item name: (identifier) @name) @method
(struct_item name: (type_identifier) @name body: (field_declaration_list) @body) @struct
(struct_item name: (type_identifier) @name body: (ordered_field_declaration_list) @last) @struct
(struct_item name: (type_identifier) @name !body) @struct
(union_item name: (type_identifier) @name body: (_) @body) @struct
(enum_item name: (type_identifier) @name body: (_) @body) @enum
(trait_item name: (type_identifier) @name body: (_) @body) @trait
(source_file (type_item name: (type_identifier) @name) @type)
(macro_definition name: (identifier) @name @last) @macro
`;
