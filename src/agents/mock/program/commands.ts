/** The commands that are told to clients; a message may begin with their word or with a slash and it. */
export const toldCommands = [
  { word: 'help', usage: '', help: 'Lists everything that the mock agent understands' },
  { word: 'demo', usage: '', help: 'Shows one of nearly everything' },
  { word: 'say', usage: '<text>', help: 'Replies with the text' },
  { word: 'shell', usage: '<command>', help: 'Runs a command in the working directory' },
  { word: 'tool', usage: '', help: 'Searches, then edits three files' },
  { word: 'todo', usage: '', help: 'Makes a to-do list and works on it' },
  { word: 'subagent', usage: '[ask|talk|nest|each] …', help: 'Starts a sub-agent' },
  { word: 'permission', usage: '', help: 'Asks for permission twice' },
  { word: 'question', usage: '', help: 'Asks questions' },
  { word: 'plan', usage: '', help: 'Proposes a plan to approve' },
  { word: 'model', usage: '<name>', help: 'Switches to another model' },
  { word: 'compact', usage: '', help: 'Compacts the conversation' },
];
