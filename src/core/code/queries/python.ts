/** For Python; a docstring is the start of a body. */
export const PYTHON = `
(decorator) @attribute
(function_definition name: (identifier) @name body: (_) @body) @function
(class_definition name: (identifier) @name body: (_) @body) @class
(type_alias_statement left: (type (identifier) @name)) @type
`;
