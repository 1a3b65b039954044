/** How the text begins with which a stop asks for memories: by it our own question is known again in a transcript. */
export const ASK_OPENING = "Save the following memories before stopping:";
