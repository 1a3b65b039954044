/** A prediction as `start_ghap` takes it. */
export const ENTRY = {
  domain: "debugging",
  strategy: "read-the-error",
  goal: "test_total is right",
  hypothesis: "Floats lose cents",
  action: "Count in cents",
  prediction: "pytest passes",
  expects: "pass",
  expects_of: "tests",
};

/** The end of that prediction as `resolve_ghap` takes it. */
export const RESOLUTION = {
  status: "falsified",
  result: "test_total still fails",
  surprise: "Cents were right",
  root_cause: { category: "rounding", description: "The tax is rounded per line" },
  lesson: { what_worked: "Rounding once", takeaway: "Round money once, at the end" },
  auto_captured: true,
};
