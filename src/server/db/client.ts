import pg from 'pg';
import { endsTransaction, nameOf } from './statement.ts';

/** `answerWithin`: how long the network may keep silent about a query, milliseconds. */
export type ClientConfig = pg.ClientConfig & { answerWithin?: number };

type Answered = (error: Error | undefined, result: unknown) => void;
type Sent = { text: string; name: string | undefined; values: unknown[] | undefined };

/** What is used of the driver beyond its declared types. */
type Wire = {
  parsedStatements: Record<string, string>;
  bind(config: object): void;
  describe(config: object): void;
  execute(config: object): void;
  sync(): void;
};
/** What the driver's result reads rows by. */
type Columns = { fields: unknown[]; _parsers: unknown[] | undefined; _prebuiltEmptyResultObject: object };
type DriverQuery = pg.Submittable & {
  name: string | undefined;
  _result: Columns;
  _accumulateRows: unknown;
  prepare(wire: Wire): void;
  _getRows(wire: Wire, rows?: number): void;
  handleRowDescription(message: object): void;
  handleCommandComplete(message: { text: string }, wire: Wire): void;
};
const DriverQuery = pg.Query as unknown as new (text: string) => DriverQuery;

/**
 * What a connection knows of its prepared statements by name, and the connection without the message that asks for
 * columns: those of a prepared statement stay, as PostgreSQL refuses one whose columns would change.
 */
type Described = { columns: Map<string, Columns>; silent: Wire };

/**
 * A statement with the `begin` before it, or the `commit` after it, under one Sync: when one of them fails, PostgreSQL
 * skips the rest.
 */
class PreparedQuery extends DriverQuery {
  begins = false;
  commits = false;
  readonly #described: Described;

  constructor(text: string, described: Described) {
    super(text);
    this.#described = described;
  }

  override prepare(wire: Wire): void {
    if (this.begins) run(wire, 'begin');
    const columns = this.name && this.#described.columns.get(this.name);
    if (columns) {
      Object.assign(this._result, columns);
      this._accumulateRows = true;
    }
    super.prepare(columns ? this.#described.silent : wire);
  }

  override handleRowDescription(message: object): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    if (this.name) this.#described.columns.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }

  override _getRows(wire: Wire): void {
    wire.execute({ portal: '' });
    if (this.commits) run(wire, 'commit');
    wire.sync();
  }

  override handleCommandComplete(message: { text: string }, wire: Wire): void {
    // The result is the statement's.
    if (message.text !== 'BEGIN' && message.text !== 'COMMIT') super.handleCommandComplete(message, wire);
  }
}

function run(wire: Wire, statement: 'begin' | 'commit'): void {
  wire.bind({ portal: '', statement });
  wire.execute({ portal: '' });
}

/**
 * The driver's client, with four differences.
 *
 * Kysely sends unnamed statements, which PostgreSQL parses and plans every time. This client names those with a fixed
 * text, so that each connection prepares them once. Texts that vary get no name: a connection keeps what it has
 * prepared for as long as it lives.
 *
 * `begin` waits for the transaction's first statement and travels with it, and the `commit` of a transaction travels with a statement that is
 * marked as the last one: two answers less to wait for.
 *
 * It asks for the columns of a prepared statement once, where the driver asks for each answer and reads them again: 6 %
 * of a small read.
 *
 * It hands the driver a ready query, as that copies configurations, and has one timer for all queries of the
 * connection. Such a timer that ends while a query is open ends the connection: nothing else could be told from the
 * answer that is still to come.
 */
export class PreparingClient extends pg.Client {
  readonly #answerWithin: number;
  #silence: NodeJS.Timeout | undefined;
  #open = 0;
  readonly #described: Described = {
    columns: new Map(),
    silent: Object.create(this.connection, { describe: { value: () => {} } }),
  };
  /** `waiting`: a `begin` is still to be sent. `committed`: the `commit` that is still to come was sent already. */
  #boundary: 'waiting' | 'committed' | undefined;

  constructor(config?: ClientConfig) {
    super(config);
    this.#answerWithin = config?.answerWithin ?? 0;
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg overloads `query` eleven times; all but the forms with a text pass through untouched
  override query(text: any, values?: any, callback?: any): any {
    if (typeof text !== 'string') return super.query(text, values, callback);
    const name = nameOf(text);
    const sent = { text, name, values: Array.isArray(values) ? values : undefined };
    const given: Answered | undefined = typeof values === 'function' ? values : callback;
    if (given) return this.#ask(sent, given);
    return new Promise((resolve, reject) => {
      this.#ask(sent, (error, result) => {
        if (!error) return resolve(result);
        // For the log, as PostgreSQL does not tell it.
        reject(name ? Object.assign(error, { statement: name }) : error);
      });
    });
  }

  #ask(sent: Sent, answered: Answered): void {
    const { text, name, values } = sent;
    const boundary = this.#boundary;
    this.#boundary = undefined;
    if (boundary && (text === 'commit' || text === 'rollback')) {
      answer(text, answered);
    } else if (boundary === 'committed') {
      answered(new Error(`a transaction was committed before ${name ?? text}`), undefined);
    } else if (text === 'begin' && this.#isPrepared('begin')) {
      this.#boundary = 'waiting';
      answer(text, answered);
    } else if (boundary === 'waiting' && !name && !values?.length) {
      // Such a text is sent without preparing, which takes no company.
      const begin = { text: 'begin', name: 'begin', values: undefined };
      this.#send(begin, (error, result) => (error ? answered(error, result) : this.#send(sent, answered)));
    } else {
      const commits = endsTransaction(text) && this.#isPrepared('commit');
      const told: Answered = (error, result) => {
        if (!error) this.#boundary = 'committed';
        answered(error, result);
      };
      this.#send(sent, commits ? told : answered, { begins: boundary === 'waiting', commits });
    }
  }

  /** The first transaction of a connection prepares both. */
  #isPrepared(statement: 'begin' | 'commit'): boolean {
    return (this.connection as unknown as Wire).parsedStatements[statement] !== undefined;
  }

  #send({ text, ...sent }: Sent, answered: Answered, boundaries: { begins?: boolean; commits?: boolean } = {}): void {
    const callback: Answered = (error, result) => {
      this.#open--;
      answered(error, result);
    };
    this.#open++;
    this.#watch();
    super.query(Object.assign(new PreparedQuery(text, this.#described), sent, boundaries, { callback }));
  }

  #watch(): void {
    if (this.#answerWithin === 0) return;
    this.#silence ??= setTimeout(() => {
      if (this.#open > 0) this.connection.stream.destroy(new Error('Query read timeout'));
    }, this.#answerWithin).unref();
    this.#silence.refresh();
  }
}

/** Answers what need not be sent. */
function answer(text: string, answered: Answered): void {
  process.nextTick(answered, undefined, { command: text.toUpperCase(), rowCount: null, rows: [] });
}
