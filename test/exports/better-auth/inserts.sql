--
-- PostgreSQL database dump
--

SET standard_conforming_strings = on;

INSERT INTO public."user" (id, name, email, "emailVerified", image, "createdAt", "updatedAt", banned) VALUES
  ('u1', 'Ann', 'ann@example.com', true, NULL, '2024-01-15 10:30:00', '2024-01-15 10:30:00', false),
  ('u2', 'Ben', 'ben@example.com', false, NULL, '2024-01-15 10:30:00', '2024-01-15 10:30:00', false),
  ('u3', 'Cleo', 'cleo@example.com', true, NULL, '2024-01-15 10:30:00', '2024-01-15 10:30:00', false),
  ('u4', 'Dan', 'dan@example.com', true, NULL, '2024-01-15 10:30:00', '2024-01-15 10:30:00', true),
  ('u5', 'Eve', 'eve@example.com', true, NULL, '2024-01-15 10:30:00', '2024-01-15 10:30:00', false);

INSERT INTO public.account (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt") VALUES
  ('a1', 'u1', 'credential', 'u1', '0123456789abcdef0123456789abcdef:89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef', '2024-01-15 10:30:00', '2024-01-15 10:30:00'),
  ('a2', 'u2', 'credential', 'u2', '$2b$10$bbbbbbbbbbbbbbbbbbbbbuMadeUp0xYz4xYz4xYz4xYz4xYz4xYz2', '2024-01-15 10:30:00', '2024-01-15 10:30:00'),
  ('a3', '103547991597142000003', 'google', 'u3', NULL, '2024-01-15 10:30:00', '2024-01-15 10:30:00'),
  ('a4', 'u4', 'credential', 'u4', '$2b$10$ddddddddddddddddddddduMadeUp0xYz4xYz4xYz4xYz4xYz4xYz2', '2024-01-15 10:30:00', '2024-01-15 10:30:00'),
  ('a5', '4815', 'github', 'u9', NULL, '2024-01-15 10:30:00', '2024-01-15 10:30:00');
INSERT INTO public.verification (id, identifier, value) VALUES ('v1', 'ann@example.com', 'x');
