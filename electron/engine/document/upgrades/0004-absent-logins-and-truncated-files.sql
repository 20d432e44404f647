-- Version 4: call.absent_at is when the core was asked and did not have the login method of a call that was sent
-- afterwards. "run" keeps the reply times at its end, in milliseconds. "file" counts entries that are no users, and says
-- where the rest of it is missing.

ALTER TABLE call ADD COLUMN absent_at INTEGER;
ALTER TABLE run ADD COLUMN p50 REAL;
ALTER TABLE run ADD COLUMN p99 REAL;
ALTER TABLE file ADD COLUMN other TEXT NOT NULL DEFAULT '{}';
ALTER TABLE file ADD COLUMN truncation TEXT;
ALTER TABLE file ADD COLUMN truncation_accepted INTEGER NOT NULL DEFAULT 0;
