-- Version 2: users share their calls with their facet.
--
-- facet.calls: the calls of a plan as JSON, with a control character in place of each value that the user has anyway: 1 user.email,
-- 2 user.phone, 3 the hash, 4 the ID and 5 the ID at the first provider in user_text.source. '[]': none.
-- user_text.calls: empty where the facet has the calls.
CREATE TABLE facet_with_calls (
  id INTEGER PRIMARY KEY, plan_state TEXT NOT NULL, bucket TEXT NOT NULL, methods TEXT NOT NULL, providers TEXT NOT NULL,
  accounts INTEGER NOT NULL, profile TEXT NOT NULL, tenants TEXT NOT NULL, blocking_code TEXT NOT NULL,
  summary TEXT NOT NULL, findings TEXT NOT NULL, calls TEXT NOT NULL,
  UNIQUE (plan_state, bucket, methods, providers, accounts, profile, tenants, blocking_code, summary, findings, calls)
);
INSERT INTO facet_with_calls SELECT *, '' FROM facet;
DROP TABLE facet;
ALTER TABLE facet_with_calls RENAME TO facet;
