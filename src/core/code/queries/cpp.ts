/** A function's name in its declarator, which stands behind pointers and references to what it returns. */
const NAMED = `(function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier)
  (destructor_name) (operator_name)] @name)`;
const DECLARATOR =
  `[${NAMED} (pointer_declarator declarator: [${NAMED} (pointer_declarator declarator: ${NAMED})])
  (reference_declarator ${NAMED})]`;

const TYPE_NAME = "[(type_identifier) (qualified_identifier) (template_type)] @name";

/**
 * Macros that stand where the grammar knows none, so that it would take `class SHOP_EXPORT Cart` for anything but a
 * class; the parser sees blanks. What comes before one is in the first group. Linear, whatever the text.
 */
export const CPP_MACROS = new RegExp(
  String.raw`(\b(?:class|struct|union|enum)[ \t]+)[A-Z][A-Z0-9_]+(?:\([^()\n]*\))?` +
    String.raw`(?=[ \t]+(?!final\b)[A-Za-z_][\w:]*(?:<[^<>\n]*>)?\s*(?:final\s*)?[:{])` +
    String
      .raw`|\b[A-Z0-9_]*(?:EXPORTS?|API|PUBLIC|EXTERN|DECL|INLINE|NODISCARD|NORETURN|DEPRECATED|VISIBLE)` +
    String.raw`(?=[ \t]+[A-Za-z_])`,
  "g",
);

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
(class_specifier name: ${TYPE_NAME} body: (_) @body) @class
(struct_specifier name: ${TYPE_NAME} body: (_) @body) @struct
(union_specifier name: ${TYPE_NAME} body: (_) @body) @struct
(enum_specifier name: ${TYPE_NAME} body: (_) @body) @enum
(type_definition declarator: (type_identifier) @name) @type
(type_definition declarator: (function_declarator
  declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))) @type
(alias_declaration name: (type_identifier) @name) @type
(preproc_function_def name: (identifier) @name parameters: (_) @last) @macro
`;
