declare module 'subset-font' {
  type Axis = number | { min: number; max: number; default?: number };

  interface Options {
    targetFormat: 'sfnt' | 'woff' | 'woff2';
    variationAxes?: Record<string, Axis>;
  }

  /** Rejects when the font cannot be read. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
