import { useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Fieldset } from '#client/ui/fieldset.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { SelectField, TextField } from '#client/ui/text-field.tsx';
import { hairBounds } from '#shared/constants.ts';
import type { Health } from '#shared/hair.ts';
import { patchResults } from '#shared/rules/hair.ts';
import { formatDate } from '#shared/time.ts';
import styles from './hair.module.css';
import { resultWords } from './words.ts';

type Test = Health['patch_tests'][number];
const blank = { product: '', applied_on: '', read_on: '', result: '' };

interface PatchTestsProps {
  tests: Test[];
  error: string | undefined;
  onChange: (tests: Test[]) => void;
}

/** Tests of a product on the skin before it was used. */
export function PatchTests({ tests, error, onChange }: PatchTestsProps) {
  const [typed, setTyped] = useState(blank);
  const [problem, setProblem] = useState<string>();

  function add() {
    const { product, applied_on, read_on } = typed;
    if (product.trim() === '' || applied_on === '') return setProblem('Say which product, and when it was applied.');
    if (read_on !== '' && read_on < applied_on) return setProblem('It was read after it was applied.');
    setProblem(undefined);
    const result = patchResults.find((one) => one === typed.result) ?? null;
    onChange([...tests, { product: product.trim(), applied_on, read_on: read_on || null, result }]);
    return setTyped(blank);
  }

  return (
    <Fieldset legend="Have you had a patch test?">
      {tests.length > 0 && (
        <Card rows>
          {tests.map(({ product, applied_on, result }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike
            <div key={at} className={styles.row}>
              <p>
                <strong>{product}</strong>, {formatDate(Date.parse(applied_on), 'UTC')}
                {result && `, ${resultWords[result].toLowerCase()}`}
              </p>
              <Button look="quiet" onClick={() => onChange(tests.filter((_, other) => other !== at))}>
                Remove<span className="visually-hidden"> {product}</span>
              </Button>
            </div>
          ))}
        </Card>
      )}
      {tests.length < hairBounds.patchTests && (
        <>
          <div className={styles.pair}>
            <TextField
              label="Product"
              autoComplete="off"
              maxLength={hairBounds.product.max}
              value={typed.product}
              onChange={({ target: { value } }) => setTyped({ ...typed, product: value })}
            />
            <SelectField
              label="Result"
              emptyLabel="Not sure"
              value={typed.result}
              options={patchResults.map((value) => ({ value, label: resultWords[value] }))}
              onChange={({ target: { value } }) => setTyped({ ...typed, result: value })}
            />
            <TextField
              label="Applied on"
              type="date"
              value={typed.applied_on}
              onChange={({ target: { value } }) => setTyped({ ...typed, applied_on: value })}
            />
            <TextField
              label="Read on, if you know"
              type="date"
              value={typed.read_on}
              onChange={({ target: { value } }) => setTyped({ ...typed, read_on: value })}
            />
          </div>
          <div className={styles.actions}>
            <Button look="secondary" onClick={add}>
              Add patch test
            </Button>
          </div>
        </>
      )}
      <FormMessage>{problem ?? error}</FormMessage>
    </Fieldset>
  );
}
