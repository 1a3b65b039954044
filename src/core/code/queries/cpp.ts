/** A function's name in its declarator, which stands behind pointers and references to what it returns. */
const NAMED = `(function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier)
  (destructor_name) (operator_name)] @name)`;
const DECLARATOR =
  `[${NAMED} (pointer_declarator declarator: [${NAMED} (pointer_declarator declarator: ${NAMED})])
  (reference_declarator ${NAMED})]`;

/** For C and C++: a program in C is nearly always one in C++ for this purpose, and headers may be of either. */
export const CPP = `
(template_declaration "template" @attribute)
(function_definition declarator: ${DECLARATOR} (field_initializer_list)? @body body: (_) @body) @function
(function_definition declarator: ${DECLARATOR} [(default_method_clause) (delete_method_clause)] @body) @function
(translation_unit (declaration declarator: ${DECLARATOR}) @function)
(declaration_list (declaration declarator: ${DECLARATOR}) @function)
(preproc_ifdef (declaration declarator: ${DECLARATOR}) @function)
(preproc_if (declaration declarator: ${DECLARATOR}) @function)
(field_declaration declarator: ${DECLARATOR}) @method
(field_declaration_list (declaration declarator: ${DECLARATOR}) @method)
(class_specifier name: (type_identifier) @name body: (_) @body) @class
(struct_specifier name: (type_identifier) @name body: (_) @body) @struct
(union_specifier name: (type_identifier) @name body: (_) @body) @struct
(enum_specifier name: (type_identifier) @name body: (_) @body) @enum
(type_definition declarator: (type_identifier) @name) @type
(type_definition declarator: (function_declarator
  declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))) @type
(alias_declaration name: (type_identifier) @name) @type
(preproc_function_def name: (identifier) @name parameters: (_) @last) @macro
`;
