/** For Java. */
export const JAVA = `
(marker_annotation) @attribute
(annotation) @attribute
(class_declaration name: (identifier) @name body: (_) @body) @class
(record_declaration name: (identifier) @name body: (_) @body) @class
(interface_declaration name: (identifier) @name body: (_) @body) @interface
(annotation_type_declaration name: (identifier) @name body: (_) @body) @interface
(enum_declaration name: (identifier) @name body: (_) @body) @enum
(method_declaration name: (identifier) @name body: (_) @body) @method
(method_declaration name: (identifier) @name !body) @method
(constructor_declaration name: (identifier) @name body: (_) @body) @method
`;
