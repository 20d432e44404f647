-- Version 3: "user" keeps what users are found, ordered and counted by, "user_text" what is long and wanted of one user
-- at a time: to look through all users takes a fifth of the pages. What the plans of many users have in common is a
-- "facet"; facet.accounts counts the calls for accounts at providers. In a text of calls, the mark that counts them can
-- stand nowhere else, because quotation marks inside of values are escaped.

CREATE TABLE facet (
  id INTEGER PRIMARY KEY, plan_state TEXT NOT NULL, bucket TEXT NOT NULL, methods TEXT NOT NULL, providers TEXT NOT NULL,
  accounts INTEGER NOT NULL, UNIQUE (plan_state, bucket, methods, providers, accounts)
);
CREATE TABLE user_text (
  user_id INTEGER PRIMARY KEY, keys TEXT, source TEXT NOT NULL, calls TEXT NOT NULL DEFAULT '[]'
);
ALTER TABLE user RENAME TO user_before;
CREATE TABLE user (
  id INTEGER PRIMARY KEY, file_id INTEGER NOT NULL, line INTEGER NOT NULL, byte INTEGER NOT NULL,
  facet_id INTEGER NOT NULL, source_id TEXT, email TEXT, phone TEXT, imports INTEGER NOT NULL DEFAULT 0, correction TEXT,
  note TEXT NOT NULL DEFAULT '', reason TEXT NOT NULL DEFAULT ''
);
INSERT INTO facet (plan_state, bucket, methods, providers, accounts)
  SELECT DISTINCT plan_state, bucket, methods, providers, (length(calls) - length(replace(calls, '"kind":"third-party"', ''))) / 20 FROM user_before;
INSERT INTO user (id, file_id, line, byte, facet_id, source_id, email, phone, imports, correction, note, reason)
  SELECT b.id, b.file_id, b.line, b.byte, facet.id, b.source_id, b.email, b.phone, b.imports, b.correction, b.note, b.reason
  FROM user_before AS b NOT INDEXED CROSS JOIN facet ON facet.plan_state = b.plan_state AND facet.bucket = b.bucket
    AND facet.methods = b.methods AND facet.providers = b.providers AND facet.accounts = (length(b.calls) - length(replace(b.calls, '"kind":"third-party"', ''))) / 20;
INSERT INTO user_text (user_id, keys, source, calls) SELECT id, keys, source, calls FROM user_before NOT INDEXED;
DROP TABLE user_before;
DROP INDEX IF EXISTS claim_by_key;
