import { qrModules, qrPath } from '#shared/qr.ts';

/** Dark on light in both schemes, as readers expect it. */
export function QrCode({ text, className }: { text: string; className: string | undefined }) {
  const modules = qrModules(text);
  return (
    <svg
      className={className}
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      role="img"
      aria-label={`QR code of ${text}`}
    >
      <path d={qrPath(modules)} shapeRendering="crispEdges" />
    </svg>
  );
}
