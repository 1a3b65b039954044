// Does nothing: what it takes is the start of the runtime, and every budget is a ratio to it.
export {};
