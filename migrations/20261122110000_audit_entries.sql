-- What admins did, on the screen or by the command line. Rows hold ids and no names: they stay when an account goes, and then say nothing of the person.
create table audit_entries (
  id uuid not null default uuidv7(),
  -- Without a foreign key: the entry outlives the account. Null is the command line.
  actor_id uuid,
  action text not null,
  subject_id uuid,
  detail jsonb not null default '{}',
  created_at timestamptz(3) not null default clock_now(),
  constraint audit_entries_pkey primary key (id),
  constraint audit_entries_action_check check (action ~ '^[a-z]+\.[a-z]+$')
);
create index audit_entries_created_at_idx on audit_entries (created_at desc, id desc);

-- Nobody edits or removes what was written; only the owner of the tables could, by dropping this.
create function audit_entries_stay() returns trigger language plpgsql as $$
begin
  raise exception 'audit entries are never changed or deleted';
end $$;
create trigger audit_entries_stay before update or delete on audit_entries for each row execute function audit_entries_stay();
