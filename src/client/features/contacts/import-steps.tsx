import { useEffect, useRef, useState } from 'react';
import { errorText } from '#client/lib/errors.ts';
import { saveFile } from '#client/lib/save-file.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Link } from '#client/ui/link.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { Steps } from '#client/ui/steps.tsx';
import { SelectField, TextField } from '#client/ui/text-field.tsx';
import { useFocusBack } from '#client/ui/use-focus-back.ts';
import type { ContactImport } from '#shared/contact-import.ts';
import { counted } from '#shared/counted.ts';
import { pagePath } from '#shared/pages.ts';
import type { ImportField, Mapping } from '#shared/rules/contact-file.ts';
import styles from './contacts.module.css';
import { rowsToFix } from './rows-to-fix.ts';

const steps = [{ name: 'Choose a file' }, { name: 'Check' }, { name: 'Done' }];
const failedText = "The file couldn't be read.";
/** Rows that are listed of those with a problem. */
const listed = 5;

const fields: { value: ImportField; label: string }[] = [
  { value: 'name', label: 'Name' },
  { value: 'first_name', label: 'First name' },
  { value: 'last_name', label: 'Last name' },
  { value: 'phone_number', label: 'Phone' },
  { value: 'email', label: 'Email' },
  { value: 'notes', label: 'Notes' },
];

/** A file is chosen, what was understood is looked at and set right, and added. */
export function ImportSteps() {
  const { contacts } = trpc.useUtils();
  const { mutateAsync: send } = trpc.contacts.import.useMutation();
  const [file, setFile] = useState<File>();
  const [read, setRead] = useState<ContactImport>();
  const [isBusy, setBusy] = useState<'read' | 'add'>();
  const [failure, setFailure] = useState<string>();
  const [columnsShown, setColumnsShown] = useState(false);
  /** The answer to what was chosen last is shown. */
  const lastTurn = useRef(0);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusBack(isBusy !== undefined);
  const current = !read ? 0 : read.id === null ? 1 : 2;

  useEffect(() => {
    if (current > 0) heading.current?.focus();
  }, [current]);

  async function run(kind: 'read' | 'add', chosen: File, mapping?: Mapping) {
    const turn = ++lastTurn.current;
    setBusy(kind);
    setFailure(undefined);
    const form = new FormData();
    form.append('dry_run', String(kind === 'read'));
    form.append('lenient', 'true');
    form.append('rest_in_notes', 'true');
    if (mapping) form.append('mapping', JSON.stringify(mapping));
    form.append('file', chosen);
    try {
      const answer = await send(form);
      if (turn !== lastTurn.current) return;
      setRead(answer);
      // Not closed again by the first column that is set right.
      if (!mapping) setColumnsShown(answer.new + answer.known === 0);
      if (kind === 'add') void contacts.invalidate();
    } catch (error) {
      if (turn !== lastTurn.current) return;
      setFailure(errorText(error, failedText));
    }
    setBusy(undefined);
  }

  function choose(chosen: File | undefined) {
    setRead(undefined);
    setFile(chosen);
    if (chosen) void run('read', chosen);
  }

  return (
    <div className={styles.page}>
      <Steps label="Steps" steps={steps} current={current} />
      {current === 0 && (
        <section className={styles.step} aria-label="Choose a file">
          <TextField
            label="File"
            hint="CSV, or vCards (.vcf) from a phone. Up to 5,000 clients."
            type="file"
            accept=".csv,.tsv,.txt,.vcf,text/csv,text/vcard"
            disabled={isBusy !== undefined}
            onChange={(event) => choose(event.target.files?.[0])}
          />
          {isBusy && <p role="status">Reading...</p>}
          <FormMessage>{failure}</FormMessage>
          <p className="soft">
            In Fresha, Booksy or Square, open your client list and choose Export. In Google Contacts choose Export, then
            Google CSV. On an iPhone or Mac, select your contacts and share or export them as a vCard. From Excel, save
            the sheet as CSV.
          </p>
        </section>
      )}
      {read && current === 1 && file && (
        <section className={styles.step} aria-labelledby="check">
          <h2 id="check" ref={heading} tabIndex={-1}>
            {counted(read.new, 'new client')}
          </h2>
          <p role="status">{countsText(read)}</p>
          <Preview rows={read.preview} />
          <details open={columnsShown} onToggle={({ currentTarget }) => setColumnsShown(currentTarget.open)}>
            <summary>Columns of the file</summary>
            <div className={styles.columns}>
              {[...new Set(read.columns)].map((column, index) => (
                <SelectField
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a file stay
                  key={index}
                  label={column.trim() || 'No name'}
                  options={fields}
                  emptyLabel="Into the notes"
                  value={read.mapping[column] ?? ''}
                  disabled={isBusy === 'add'}
                  onChange={({ target }) => {
                    const { [column]: _, ...others } = read.mapping;
                    const chosen = target.value as ImportField | '';
                    const mapping: Mapping = chosen ? { ...others, [column]: chosen } : others;
                    // Shown before it is read: letters that go on choosing find the field as it was left.
                    setRead({ ...read, mapping });
                    void run('read', file, mapping);
                  }}
                />
              ))}
            </div>
          </details>
          <Partial rows={read.partial} />
          <Faulty read={read} file={file} />
          <FormMessage>{failure}</FormMessage>
          <div className={styles.ways}>
            <Button
              busy={isBusy === 'add'}
              busyText="Adding..."
              disabled={isBusy !== undefined || read.new + read.known === 0}
              onClick={() => void run('add', file, read.mapping)}
            >
              {read.new > 0 ? `Add ${counted(read.new, 'client')}` : 'Update clients'}
            </Button>
            <Button look="secondary" disabled={isBusy !== undefined} onClick={() => choose(undefined)}>
              Choose another file
            </Button>
          </div>
        </section>
      )}
      {read && current === 2 && (
        <section className={styles.step} aria-labelledby="done">
          <h2 id="done" ref={heading} tabIndex={-1}>
            {counted(read.new, 'client')} added
          </h2>
          <p>{countsText(read)}</p>
          <Partial rows={read.partial} />
          <Faulty read={read} file={file} />
          <div className={styles.ways}>
            <Link to={pagePath('contacts')}>See your clients</Link>
            <Button look="secondary" onClick={() => choose(undefined)}>
              Import another file
            </Button>
          </div>
        </section>
      )}
    </div>
  );
}

function countsText({ rows, known, faulty }: ContactImport): string {
  const parts = [`${counted(rows, 'row')} in the file.`];
  if (known > 0) parts.push(`${known} you have already: we only fill in what's missing.`);
  if (faulty.length > 0) parts.push(`${faulty.length} can't be added.`);
  return parts.join(' ');
}

function Preview({ rows }: { rows: ContactImport['preview'] }) {
  const shown = rows.filter(({ state }) => state !== 'faulty');
  if (shown.length === 0) return null;
  return (
    <Card rows>
      {shown.map(({ row, state, name, phone_number, email, notes }) => (
        <div key={row} className={styles.import}>
          <div>
            <p className="figure">
              <bdi>{name}</bdi>
            </p>
            {[phone_number, email, notes].map(
              (text) =>
                text && (
                  <p key={text} className={`soft ${styles.cut}`}>
                    {text}
                  </p>
                ),
            )}
          </div>
          <span className="soft">{state === 'new' ? 'New' : 'Already there'}</span>
        </div>
      ))}
    </Card>
  );
}

/** Whose number or email cannot be kept as one. */
function Partial({ rows }: { rows: ContactImport['partial'] }) {
  if (rows.length === 0) return null;
  return (
    <div className={styles.step}>
      <h3>Kept in the notes</h3>
      <p className="soft">These numbers and emails aren't right, so they stay in the notes as they were typed.</p>
      <Problems rows={rows} />
    </div>
  );
}

function Problems({ rows }: { rows: ContactImport['faulty'] }) {
  return (
    <ul>
      {rows.slice(0, listed).map(({ row, problem }) => (
        <li key={`${row} ${problem}`}>
          Row {row}: {problem}
        </li>
      ))}
      {rows.length > listed && <li>And {rows.length - listed} more.</li>}
    </ul>
  );
}

/** What cannot be added, the first of it, and all as a file. */
function Faulty({ read, file }: { read: ContactImport; file: File | undefined }) {
  const { faulty } = read;
  if (faulty.length === 0) return null;
  async function save() {
    // A file that is gone since has no cells.
    const bytes = await file?.arrayBuffer().catch(() => undefined);
    saveFile('rows-to-fix.csv', rowsToFix(new Uint8Array(bytes ?? []), read));
  }
  return (
    <div className={styles.step}>
      <h3>Rows we can't add</h3>
      <Problems rows={faulty} />
      <Button look="quiet" onClick={() => void save()}>
        Save these rows as a file
      </Button>
    </div>
  );
}
