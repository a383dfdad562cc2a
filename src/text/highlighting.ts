import type { Root } from 'hast';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import graphql from 'highlight.js/lib/languages/graphql';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import markdown from 'highlight.js/lib/languages/markdown';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';

/** Longer code is not highlighted, as that would take too long. */
const MAX_LENGTH = 50_000;

const lowlight = createLowlight({
  ...{ bash, c, cpp, css, diff, dockerfile, go, graphql, ini, java, javascript, json, kotlin, markdown },
  ...{ php, python, ruby, rust, sql, swift, typescript, xml, yaml },
});
lowlight.registerAlias({ bash: ['shell', 'console'], ini: ['toml'], xml: ['vue', 'svelte'] });

/** Code as a tree of spans with the classes of highlight.js; null if the language is unknown. */
export function highlight(language: string, code: string): Root | null {
  if (code.length > MAX_LENGTH || !lowlight.registered(language)) return null;
  return lowlight.highlight(language, code);
}
