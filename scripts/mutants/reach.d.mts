export function reachOf(root: string): (file: string) => readonly string[]
