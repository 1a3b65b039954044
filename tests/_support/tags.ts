/** Matches where a text may open or close a tag, also with the text that follows it. */
export const TAG_BEGINS = /<(?:\s*[/!?]|[A-Za-z_\u00aa-\u1fff\u2c00-\uffff]|\s*$)/g;
