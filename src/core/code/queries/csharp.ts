/** For C#. */
export const CSHARP = `
(attribute_list) @attribute
(class_declaration name: (identifier) @name body: (_) @body) @class
(class_declaration name: (identifier) @name !body) @class
(record_declaration name: (identifier) @name body: (_) @body) @class
(record_declaration name: (identifier) @name !body) @class
(struct_declaration name: (identifier) @name body: (_) @body) @struct
(interface_declaration name: (identifier) @name body: (_) @body) @interface
(enum_declaration name: (identifier) @name body: (_) @body) @enum
(delegate_declaration name: (identifier) @name) @type
(method_declaration name: (identifier) @name body: (_) @body) @method
(method_declaration name: (identifier) @name !body) @method
(constructor_declaration name: (identifier) @name body: (_) @body) @method
`;
