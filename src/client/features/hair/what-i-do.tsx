import { type Evidence, type HairWork, techniqueNames, techniques, textures } from '#shared/rules/hair.ts';
import { reasonsOf, saidOf, whatIDoId } from './match-reasons.tsx';
import styles from './reasons.module.css';
import { textureColumns, textureWords } from './words.ts';

/** Most that is said in words below the table. */
const said = 6;

/** What a professional does, as techniques and textures, and what says so; nothing without any. */
export function WhatIDo({ techniques: declared, evidence }: HairWork) {
  const rows = techniques.filter(
    (technique) =>
      declared.some((one) => one.technique === technique) || evidence.some((one) => one.technique === technique),
  );
  if (rows.length === 0) return null;
  const saysSo = (technique: string, texture: string) =>
    declared.some((one) => one.technique === technique && one.textures.some((own) => own === texture));
  return (
    <section className={styles.section} aria-labelledby={whatIDoId}>
      <h2 id={whatIDoId}>What I do</h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Technique</span>
            </th>
            {textures.map((texture) => (
              <th key={texture} scope="col">
                <span aria-hidden="true">{textureColumns[texture]}</span>
                <span className="visually-hidden">{textureWords[texture]} hair</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((technique) => (
            <tr key={technique}>
              <th scope="row">{techniqueNames[technique][0]}</th>
              {textures.map((texture) => (
                <Cell
                  key={texture}
                  declared={saysSo(technique, texture)}
                  known={evidence.find((one) => one.technique === technique && one.texture === texture)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className={styles.reasons}>
        {saidOf(reasonsOf(evidence).slice(0, said)).map(({ text, place }) => (
          <li key={text}>
            <a href={`#${place}`}>{text}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A number of people where it is told, else a tick. */
function Cell({ declared, known }: { declared: boolean; known: Evidence | undefined }) {
  if (known?.at_least)
    return (
      <td>
        {known.at_least}+<span className="visually-hidden"> people</span>
      </td>
    );
  const isDone = declared || known !== undefined;
  return (
    <td>
      <span aria-hidden="true">{isDone ? '✓' : ''}</span>
      <span className="visually-hidden">{isDone ? 'Yes' : 'Not said'}</span>
    </td>
  );
}
