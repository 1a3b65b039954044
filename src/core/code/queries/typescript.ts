/** What JavaScript and TypeScript share. A constant counts as a function if it is one, else only if it is exported. */
const SHARED = `
(decorator) @attribute
(function_declaration name: (identifier) @name body: (_) @body) @function
(generator_function_declaration name: (identifier) @name body: (_) @body) @function
(method_definition name: (_) @name body: (_) @body) @method
(program (lexical_declaration (variable_declarator name: (identifier) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (class body: (_) @body)])) @function)
(program (export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (class body: (_) @body)])) @function))
(program (export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name
  value: (call_expression arguments: (_) @body))) @constant))
`;

/** For JavaScript, with or without JSX. */
export const JAVASCRIPT = SHARED + `
(class_declaration name: (identifier) @name body: (_) @body) @class
(class_body (field_definition property: (_) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @method)
`;

/** For TypeScript, with or without JSX. */
export const TYPESCRIPT = SHARED + `
(function_signature name: (identifier) @name) @function
(class_declaration name: (type_identifier) @name body: (_) @body) @class
(abstract_class_declaration name: (type_identifier) @name body: (_) @body) @class
(abstract_method_signature name: (_) @name) @method
(class_body (public_field_definition name: (_) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @method)
(interface_declaration name: (type_identifier) @name body: (_) @body) @interface
(interface_body (method_signature name: (_) @name) @method)
(enum_declaration name: (identifier) @name body: (_) @body) @enum
(type_alias_declaration name: (type_identifier) @name) @type
`;
