--
-- PostgreSQL database dump
--

SET standard_conforming_strings = on;

INSERT INTO public.schema_migrations (version) VALUES ('20240115103000');
INSERT INTO public.ar_internal_metadata (key, value, created_at, updated_at) VALUES ('environment', 'production', '2024-01-15', '2024-01-15');
INSERT INTO public.users (id, email, encrypted_password, reset_password_token, remember_created_at, confirmed_at, unconfirmed_email, failed_attempts, locked_at, provider, uid, created_at, updated_at) VALUES (1, 'ann@example.com', '$2a$12$aaaaaaaaaaaaaaaaaaaaauMadeUp0xYz4xYz4xYz4xYz4xYz4xYz2', NULL, NULL, '2024-01-15 10:30:00', NULL, 0, NULL, NULL, NULL, '2024-01-15 10:30:00', '2024-01-15 10:30:00');
INSERT INTO public.users (id, email, encrypted_password, reset_password_token, remember_created_at, confirmed_at, unconfirmed_email, failed_attempts, locked_at, provider, uid, created_at, updated_at) VALUES (2, 'ben@example.com', '$2a$11$bbbbbbbbbbbbbbbbbbbbbuMadeUp0xYz4xYz4xYz4xYz4xYz4xYz2', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, '2024-01-15 10:30:00', '2024-01-15 10:30:00');
INSERT INTO public.users (id, email, encrypted_password, reset_password_token, remember_created_at, confirmed_at, unconfirmed_email, failed_attempts, locked_at, provider, uid, created_at, updated_at) VALUES (3, 'cleo@example.com', '$2a$12$cccccccccccccccccccccuMadeUp0xYz4xYz4xYz4xYz4xYz4xYz2', NULL, NULL, '2024-01-15 10:30:00', 'cleo.new@example.com', 9, '2024-01-15 10:30:00', NULL, NULL, '2024-01-15 10:30:00', '2024-01-15 10:30:00');
INSERT INTO public.users (id, email, encrypted_password, reset_password_token, remember_created_at, confirmed_at, unconfirmed_email, failed_attempts, locked_at, provider, uid, created_at, updated_at) VALUES (4, 'dan@example.com', '', NULL, NULL, '2024-01-15 10:30:00', NULL, 0, NULL, 'google_oauth2', '103547991597142000004', '2024-01-15 10:30:00', '2024-01-15 10:30:00');
INSERT INTO public.users (id, email, encrypted_password, reset_password_token, remember_created_at, confirmed_at, unconfirmed_email, failed_attempts, locked_at, provider, uid, created_at, updated_at) VALUES (5, 'eve@example.com', '', NULL, NULL, '2024-01-15 10:30:00', NULL, 0, NULL, NULL, NULL, '2024-01-15 10:30:00', '2024-01-15 10:30:00');
INSERT INTO public.identities (id, user_id, provider, uid, created_at, updated_at) VALUES (1, 5, 'github', '4815', '2024-01-15', '2024-01-15');
