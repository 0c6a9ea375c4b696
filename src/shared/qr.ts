import { encode } from 'uqr';

/** Modules of quiet around a code, as readers expect them. */
const quiet = 4;

/** The modules of a QR code, dark ones true, rows of a square with the quiet around it. */
export function qrModules(text: string): boolean[][] {
  return encode(text, { ecc: 'M', border: quiet }).data;
}

/** The dark modules as the path of a drawing that is as wide as there are modules. */
export function qrPath(modules: readonly boolean[][]): string {
  return modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
}

/** A picture of a QR code, black on white in any scheme. */
export function qrSvg(text: string): string {
  const modules = qrModules(text);
  const side = modules.length;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="1024" height="1024" viewBox="0 0 ${side} ${side}" ` +
    `shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${qrPath(modules)}"/></svg>\n`
  );
}
