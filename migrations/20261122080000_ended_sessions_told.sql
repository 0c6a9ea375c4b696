-- Every way to end a session closes its sockets (reliability, S3): logout, a new password, a disabled user, one login too many.
create function tell_ended_sessions() returns trigger language plpgsql as $$
begin
  perform pg_notify('sockets', 'session ' || id) from ended;
  return null;
end $$;
create trigger sessions_ended after delete on sessions
  referencing old table as ended for each statement execute function tell_ended_sessions();
