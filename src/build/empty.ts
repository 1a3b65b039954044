// Does nothing. Its run time is that of the runtime's start, to which the limits of benchmarks are ratios.
export {};
