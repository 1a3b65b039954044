/** How a stop begins that asks for the coordinator's scratchpad: by it our own question is known again. */
export const COORDINATOR_OPENING = "Coordinator scratchpad missing:";
