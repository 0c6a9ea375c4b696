declare module '@zxcvbn-ts/language-common/dist/adjacencyGraphs.json.mjs' {
  import type { adjacencyGraphs } from '@zxcvbn-ts/language-common';

  const graphs: typeof adjacencyGraphs;
  export default graphs;
}
declare module '@zxcvbn-ts/language-common/dist/diceware.json.mjs' {
  const words: string[];
  export default words;
}
