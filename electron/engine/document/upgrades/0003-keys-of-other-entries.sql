-- Version 3: rows of entries that are no users, such as service accounts, are of no user either, and wait for none.

-- The keys of entries that are no users, by which rows of other tables refer to them.
CREATE TABLE other_key (key TEXT NOT NULL, file_id INTEGER NOT NULL, PRIMARY KEY (key, file_id)) WITHOUT ROWID;

-- partial_record.is_other: it belongs to such an entry.
ALTER TABLE partial_record ADD COLUMN is_other INTEGER NOT NULL DEFAULT 0;
CREATE INDEX partial_record_of_other ON partial_record (file_id) WHERE is_other = 1;
