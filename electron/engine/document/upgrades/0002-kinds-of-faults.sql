-- Version 2: what could not be read says its kind, which was known by the beginning of its sentence.

-- unreadable.kind: "record", or the statement of a dump that a run waits for a decision about: "unapplied-change", "other-file".
ALTER TABLE unreadable ADD COLUMN kind TEXT NOT NULL DEFAULT 'record';
UPDATE unreadable SET kind = 'unapplied-change' WHERE reason GLOB 'This statement changes or adds rows*';
UPDATE unreadable SET kind = 'other-file' WHERE reason GLOB 'This command reads another file, whose rows are not in this dump: *';

-- file.problem_code: the code of the problem; NULL without a problem.
ALTER TABLE file ADD COLUMN problem_code TEXT;
UPDATE file SET problem_code = CASE
  WHEN problem GLOB 'This is *, not an export of users. Choose the CSV, *' THEN 'file-of-other-kind' ELSE 'file-unreadable' END
  WHERE problem IS NOT NULL;
