/** How much of a session there is now; `sessions.summary_covers` holds what it was when the session was summed up. */
export const SESSION_COVERS = "(prompt_count || '.' || tool_count)";
