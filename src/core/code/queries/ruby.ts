/** For Ruby, whose signatures have no mark behind them. */
export const RUBY = `
(module name: (_) @name @last) @module
(class name: (_) @name @last) @class
(class name: (_) @name superclass: (_) @last) @class
(method name: (_) @name @last) @method
(method name: (_) @name parameters: (_) @last) @method
(singleton_method name: (_) @name @last) @method
(singleton_method name: (_) @name parameters: (_) @last) @method
`;
