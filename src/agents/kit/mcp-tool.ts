const PREFIX = 'mcp__';
const SEPARATOR = '__';

/** The parts of a name like `mcp__server__tool`; null for other tools. Without a tool it means the whole server. */
export function mcpTool(name: string): { server: string; tool: string | null } | null {
  if (!name.startsWith(PREFIX) || name.length === PREFIX.length) return null;
  const at = name.indexOf(SEPARATOR, PREFIX.length + 1);
  const toolAt = at + SEPARATOR.length;
  if (at === -1 || toolAt === name.length) return { server: name.slice(PREFIX.length), tool: null };
  return { server: name.slice(PREFIX.length, at), tool: name.slice(toolAt) };
}
