// Does nothing. Its run time is the time in which the runtime starts. The limits of benchmarks are multiples of this time.
export {};
