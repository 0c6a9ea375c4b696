-- A former handle leads on for ever, and is nobody else's: printed codes must not lead to somebody else (contract 27). Of
-- the present one `leads_until` is null, of all others infinity.
update handles set leads_until = 'infinity' where leads_until is not null;
