import { z } from 'zod';
import type { ProposedChange } from '../../schema/index.js';

/** The tools that change files, and how. */
export const fileTools: ReadonlyMap<string, 'write' | 'patch'> = new Map([
  ['Write', 'write'],
  ['Edit', 'patch'],
  ['MultiEdit', 'patch'],
  ['NotebookEdit', 'patch'],
]);

const edit = { old_string: z.string(), new_string: z.string(), replace_all: z.boolean().optional() };

const FileInput = z.object({ file_path: z.string().optional(), notebook_path: z.string().optional() });
const WriteInput = z.object({ file_path: z.string(), content: z.string() });
const EditInput = z.object({ file_path: z.string(), ...edit });
const MultiEditInput = z.object({ file_path: z.string(), edits: z.array(z.object(edit)) });
const NotebookInput = z.object({
  notebook_path: z.string(),
  new_source: z.string().default(''),
  cell_id: z.string().optional(),
  cell_type: z.enum(['code', 'markdown']).optional(),
  edit_mode: z.enum(['replace', 'insert', 'delete']).default('replace'),
});

/** The file that a tool reads or changes. */
export function pathOf(input: unknown): string | null {
  const parsed = FileInput.safeParse(input);
  return parsed.success ? (parsed.data.file_path ?? parsed.data.notebook_path ?? null) : null;
}

/** The change to a file that a tool's input describes; null if there is none. */
export function changeOf(tool: string, input: unknown): ProposedChange | null {
  switch (tool) {
    case 'Write':
      return write(WriteInput.safeParse(input).data);
    case 'Edit': {
      const given = EditInput.safeParse(input).data;
      return given === undefined ? null : replace(given.file_path, [given]);
    }
    case 'MultiEdit': {
      const given = MultiEditInput.safeParse(input).data;
      return given === undefined ? null : replace(given.file_path, given.edits);
    }
    case 'NotebookEdit':
      return notebook(NotebookInput.safeParse(input).data);
    default:
      return null;
  }
}

function write(given: z.infer<typeof WriteInput> | undefined): ProposedChange | null {
  return given === undefined ? null : { type: 'write', path: given.file_path, content: given.content };
}

type Edit = Pick<z.infer<typeof EditInput>, keyof typeof edit>;

function replace(path: string, edits: readonly Edit[]): ProposedChange {
  return {
    type: 'replace',
    path,
    edits: edits.map(({ old_string: before, new_string: after, replace_all: all = false }) => ({
      before,
      after,
      all,
    })),
  };
}

function notebook(given: z.infer<typeof NotebookInput> | undefined): ProposedChange | null {
  if (given === undefined) return null;
  const {
    notebook_path: path,
    new_source: source,
    cell_id: cell,
    cell_type: kind,
    edit_mode: action,
  } = given;
  return {
    type: 'cell',
    path,
    action,
    source,
    ...(cell === undefined ? {} : { cell }),
    ...(kind === undefined ? {} : { kind }),
  };
}
