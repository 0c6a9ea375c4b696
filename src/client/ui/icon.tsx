interface IconProps {
  /** SVG path data, drawn in a square of `size`. */
  path: string;
  size: number;
  strokeWidth?: number;
}

/** A line icon, hidden from screen readers: the surrounding control needs a text or label. */
export function Icon({ path, size, strokeWidth = 2.2 }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox={`0 0 ${size} ${size}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
