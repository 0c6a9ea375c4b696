interface IconProps {
  /** The stroke, drawn in a square of `size`. */
  path: string;
  size: number;
  strokeWidth?: number;
}

/** A drawn sign beside or instead of a text: whoever shows it gives the control its name. */
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
