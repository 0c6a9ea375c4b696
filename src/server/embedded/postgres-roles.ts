import { randomBytes } from 'node:crypto';
import { Client, escapeLiteral } from 'pg';

/**
 * `owner` owns the database with its tables, and migrates; `application` reads and writes rows. Neither is a superuser.
 */
const roles = { owner: 'saluni_owner', application: 'saluni_app' } as const;
const database = 'saluni';

/**
 * Selects the statements that give to the owner what the superuser owns. Members of an extension stay: their owner
 * cannot be changed.
 */
const moves = `
  with member as (select classid, objid from pg_depend where deptype = 'e'),
  folder as (select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'),
  owned as (
    select 'pg_namespace'::regclass as class, oid, nspowner as owner, 'schema ' || quote_ident(nspname) as what
      from pg_namespace where oid in (select oid from folder) and nspname <> 'public'
    union all
    select 'pg_class'::regclass, oid, relowner,
        case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' when 'c' then 'type' else 'table' end
        || ' ' || oid::regclass
      from pg_class where relnamespace in (select oid from folder) and relkind in ('r', 'p', 'v', 'm', 'S', 'c')
        and not (relkind = 'S' and exists (select from pg_depend where classid = 'pg_class'::regclass
          and objid = pg_class.oid and deptype in ('a', 'i')))
    union all
    select 'pg_proc'::regclass, oid, proowner, 'routine ' || oid::regprocedure from pg_proc where pronamespace in (select oid from folder)
    union all
    select 'pg_type'::regclass, oid, typowner, 'type ' || oid::regtype
      from pg_type where typnamespace in (select oid from folder) and typtype in ('e', 'd')
  )
  select 'alter ' || what || ' owner to ${roles.owner}' as statement from owned
  where owner = current_user::regrole and (class, oid) not in (select classid, objid from member)`;

/**
 * Creates both roles with new passwords and gives the owner what earlier versions made as the superuser; all or
 * nothing. Returns the database's address for each.
 */
export async function ensureRoles(superuserUrl: string): Promise<{ url: string; ownerUrl: string }> {
  const passwords = {
    owner: randomBytes(24).toString('base64url'),
    application: randomBytes(24).toString('base64url'),
  };
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query('begin');
    for (const name of ['owner', 'application'] as const) {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [roles[name]]);
      if (rowCount === 0) await client.query(`create role ${roles[name]}`);
      await client.query(
        `alter role ${roles[name]} with login nosuperuser nocreatedb nocreaterole noreplication ` +
          `nobypassrls password ${escapeLiteral(passwords[name])}`,
      );
    }
    await client.query(`alter database ${database} owner to ${roles.owner}`);
    const { rows } = await client.query<{ statement: string }>(moves);
    for (const { statement } of rows) await client.query(statement);
    await client.query('commit');
  } finally {
    await client.end();
  }
  const urlOf = (name: keyof typeof roles) => {
    const url = new URL(superuserUrl);
    url.username = roles[name];
    url.password = passwords[name];
    return url.href;
  };
  return { url: urlOf('application'), ownerUrl: urlOf('owner') };
}
