/** Returns the HTML of the page without stored data. The script requests the data when it has the pass. */
export function documentText(): string {
  return pageText({
    head: '<link rel="stylesheet" href="/page.css">',
    body: '<script type="module" src="/page.js"></script>',
  });
}

/** The icon, as a data URL. */
const ICON = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E" +
  "%3Crect width='16' height='16' rx='4' fill='%23386a5b'/%3E" +
  "%3Cpath d='M4 12V5l4 4 4-4v7' fill='none' stroke='white' stroke-width='1.8'/%3E%3C/svg%3E";

/** Returns an HTML document with these parts, which must not contain stored text as markup. */
export function pageText({ head, body }: { readonly head: string; readonly body: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${head}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>mneme</title>
<link rel="icon" href="${ICON}">
</head>
<body>
<div id="app"><p class="starting">Opening what is remembered…</p></div>
<noscript>This page needs JavaScript. It is all in this program; nothing is fetched from elsewhere.</noscript>
${body}
</body>
</html>
`;
}
