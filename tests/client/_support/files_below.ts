/** Every file below a folder, at any depth. */
export async function filesBelow(folder: string): Promise<string[]> {
  const files: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) files.push(...await filesBelow(path));
    else files.push(path);
  }
  return files;
}
