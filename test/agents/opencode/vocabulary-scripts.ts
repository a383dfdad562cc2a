import { call, type Scripts, say, steps, text } from '../../support/real/script.js';

const done = say(text('Done.'));

/** Each is about a folder, or about nothing. */
export const vocabularyScripts: Scripts = {
  // Overwrites a file that exists, one that is empty, and edits an indented line.
  'edit-existing': steps(
    ({ about }) =>
      say(
        ...['full.txt', 'empty.txt', 'indented.txt'].map((name) =>
          call('read', { filePath: `${about}/${name}` }),
        ),
      ),
    done,
    done,
    ({ about }) => say(call('write', { filePath: `${about}/full.txt`, content: 'other\n' })),
    ({ about }) => say(call('write', { filePath: `${about}/empty.txt`, content: 'filled\n' })),
    ({ about }) =>
      say(call('edit', { filePath: `${about}/indented.txt`, oldString: 'line 8', newString: 'LINE 8' })),
    done,
  ),
  'edit-patch': steps(say(call('apply_patch', { patchText: patchText() })), done),
  todos: steps(
    say(call('todowrite', { todos: [todo('Look', 'in_progress', 'high'), todo('Leap', 'pending', 'low')] })),
    say(call('todowrite', { todos: [todo('Look', 'completed', 'high'), todo('Leap', 'cancelled', 'low')] })),
    done,
  ),
};

function todo(content: string, status: string, priority: string) {
  return { content, status, priority };
}

/** Adds a file over another one, changes one, deletes one and moves one. */
function patchText(): string {
  return [
    '*** Begin Patch',
    '*** Add File: full.txt',
    '+  other',
    '*** Update File: indented.txt',
    '@@',
    '-  line 8',
    '+  LINE 8',
    '*** Delete File: gone.txt',
    '*** Update File: here.txt',
    '*** Move to: there.txt',
    '@@',
    '-here',
    '+there',
    '*** End Patch',
  ].join('\n');
}
