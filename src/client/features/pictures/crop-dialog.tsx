import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { type Crop, middleOf, mostZoom, moved, type Size, zoomed, zoomOf } from './crop.ts';
import styles from './crop-dialog.module.css';
import { jpegOf } from './lighter-file.ts';
import { usePreviews } from './use-previews.ts';

interface CropDialogProps {
  file: File;
  close: () => void;
  /** Sends the cropped picture; resolves with the text of a failure. */
  save: (cropped: File) => Promise<string | undefined>;
}

/** Edge of a cropped picture, pixels: sharp enough for the largest portrait on the finest screens. */
const edge = 1_024;
/** How far an arrow key moves, as a part of the square; and by how much plus and minus zoom. */
const step = 0.05;
const zoomStep = 1.1;

/** A square is chosen of a picture: dragged, pinched, by a slider or by keys. */
export function CropDialog({ file, close, save }: CropDialogProps) {
  const [files] = useState([file]);
  const [url] = usePreviews(files);
  const [size, setSize] = useState<Size>();
  const [crop, setCrop] = useState<Crop>({ left: 0, top: 0, side: 1 });
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const image = useRef<HTMLImageElement>(null);
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const hint = useId();
  const zoom = size ? zoomOf(crop, size) : 1;

  const move = (right: number, down: number) => size && setCrop((before) => moved(before, size, right, down));
  const zoomBy = (factor: number) => size && setCrop((before) => zoomed(before, size, zoomOf(before, size) * factor));

  /** One finger moves the picture; the distance of two zooms. */
  function drag(event: PointerEvent<HTMLDivElement>) {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const apart = () => {
      const [a, b] = [...pointers.current.values()];
      return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
    };
    const distance = apart();
    const shown = event.currentTarget.clientWidth;
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (distance > 0) zoomBy(apart() / distance);
    else move((before.x - event.clientX) / shown, (before.y - event.clientY) / shown);
  }

  function onKeyDown(event: KeyboardEvent) {
    const arrows: Record<string, [number, number]> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, -step],
      ArrowDown: [0, step],
    };
    const [right, down] = arrows[event.key] ?? [0, 0];
    if (right || down) move(right, down);
    else if (event.key === '+' || event.key === '=') zoomBy(zoomStep);
    else if (event.key === '-') zoomBy(1 / zoomStep);
    else return;
    event.preventDefault();
  }

  async function send() {
    if (!image.current || !size) return;
    setBusy(true);
    setFailure(undefined);
    const canvas = document.createElement('canvas');
    canvas.width = Math.min(edge, Math.round(crop.side));
    canvas.height = canvas.width;
    canvas
      .getContext('2d')
      ?.drawImage(image.current, crop.left, crop.top, crop.side, crop.side, 0, 0, canvas.width, canvas.height);
    const cropped = await jpegOf(canvas, file.name);
    const failed = cropped ? await save(cropped) : "This picture couldn't be cropped.";
    setBusy(false);
    if (failed === undefined) close();
    else setFailure(failed);
  }

  const part = (length: number) => `${(length / crop.side) * 100}%`;
  return (
    <Dialog busy={isBusy} close={close} title="Crop your picture">
      <div
        className={styles.frame}
        role="application"
        aria-label="The part of the picture that shows"
        aria-describedby={hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved by keys
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        }}
        onPointerMove={drag}
        onLostPointerCapture={(event) => pointers.current.delete(event.pointerId)}
      >
        {url && (
          <img
            ref={image}
            src={url}
            alt=""
            draggable={false}
            style={size && { width: part(size.width), left: `-${part(crop.left)}`, top: `-${part(crop.top)}` }}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
              setSize({ width, height });
              setCrop(middleOf({ width, height }));
            }}
            onError={() => setFailure("Your browser can't show this file. Choose another one.")}
          />
        )}
      </div>
      <p id={hint} className="soft">
        Drag the picture to move it.
        <span className="not-on-phone"> You can also use the arrow keys, and + and − to zoom.</span>
      </p>
      <label className={styles.zoom}>
        Zoom
        <input
          type="range"
          min={1}
          max={mostZoom}
          step={0.05}
          value={zoom}
          disabled={!size}
          onChange={({ target }) => size && setCrop(zoomed(crop, size, Number(target.value)))}
        />
      </label>
      <FormMessage>{failure}</FormMessage>
      <div className={styles.actions}>
        <Button look="secondary" disabled={isBusy} onClick={close}>
          Cancel
        </Button>
        <Button busy={isBusy} busyText="Saving..." disabled={!size} onClick={() => void send()}>
          Save picture
        </Button>
      </div>
    </Dialog>
  );
}
