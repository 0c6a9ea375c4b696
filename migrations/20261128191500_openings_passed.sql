-- What clients passed of what is ahead goes to others before another entry of theirs.
create index openings_passed_idx on openings (professional_id, start_time) where status = 'passed';
