import { type ReactNode, useRef } from 'react';
import { Button } from '#client/ui/button.tsx';

/** For `InAppHint`. */
export const noPictures = "Can't add pictures";

interface PickerButtonProps {
  /** Name of the file input, which only scripts reach. */
  label: string;
  multiple?: boolean;
  look?: 'primary' | 'secondary';
  disabled?: boolean;
  choose: (files: File[]) => void;
  children: ReactNode;
}

/** A button that opens the choice of pictures. */
export function PickerButton({
  label,
  multiple = false,
  look = 'secondary',
  disabled,
  choose,
  children,
}: PickerButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple={multiple}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // The same file may be chosen again.
          target.value = '';
          if (files.length > 0) choose(files);
        }}
      />
      <Button look={look} disabled={disabled} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}
