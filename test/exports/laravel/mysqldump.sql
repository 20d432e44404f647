-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
/*!40101 SET NAMES utf8mb4 */;

DROP TABLE IF EXISTS `jobs`;
CREATE TABLE `jobs` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT,
  `payload` longtext NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB;

INSERT INTO `jobs` VALUES (1,'{\"job\":\"Mail\\Send\",\"note\":\"it\'s; (fine)\"}');
DROP TABLE IF EXISTS `social_accounts`;
CREATE TABLE `social_accounts` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT,
  `user_id` bigint unsigned NOT NULL,
  `provider` varchar(255) NOT NULL,
  `provider_id` varchar(255) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `social_unique` (`provider`,`provider_id`)
) ENGINE=InnoDB;
INSERT INTO `social_accounts` VALUES (1,6,'github','4816'),(2,77,'github','4817');
DROP TABLE IF EXISTS `users`;
CREATE TABLE `users` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT,
  `name` varchar(255) DEFAULT NULL,
  `email` varchar(255) DEFAULT NULL,
  `email_verified_at` varchar(255) DEFAULT NULL,
  `password` varchar(255) DEFAULT NULL,
  `google_id` varchar(255) DEFAULT NULL,
  `remember_token` varchar(255) DEFAULT NULL,
  `created_at` varchar(255) DEFAULT NULL,
  `updated_at` varchar(255) DEFAULT NULL,
  `deleted_at` varchar(255) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `users_email_unique` (`email`)
) ENGINE=InnoDB;
LOCK TABLES `users` WRITE;
/*!40000 ALTER TABLE `users` DISABLE KEYS */;
INSERT INTO `users` VALUES (1,'Ann','ann@example.com','2024-01-15 10:30:00','$2y$12$aaaaaaaaaaaaaaaaaaaaauMadeUp0xYz4xYz4xYz4xYz4xYz4xYz2',NULL,'tok1','2024-01-15 10:30:00','2024-01-15 10:30:00',NULL),(2,'Ben','ben@example.com',NULL,'$2y$10$bbbbbbbbbbbbbbbbbbbbbuMadeUp0xYz4xYz4xYz4xYz4xYz4xYz2',NULL,NULL,'2024-01-15 10:30:00','2024-01-15 10:30:00',NULL),(3,'Cleo','cleo@example.com','2024-01-15 10:30:00','$argon2id$v=19$m=65536,t=4,p=1$bWFkZS11cCBzYWx0$bWFkZS11cCBoYXNoIG1hZGUtdXAgaGFzaCBtYWRlLXU',NULL,NULL,'2024-01-15 10:30:00','2024-01-15 10:30:00',NULL),(4,'Dan','dan@example.com','2024-01-15 10:30:00',NULL,'103547991597142000004',NULL,'2024-01-15 10:30:00','2024-01-15 10:30:00',NULL),(5,'Eve','eve@example.com','2024-01-15 10:30:00','$2y$12$eeeeeeeeeeeeeeeeeeeeeuMadeUp0xYz4xYz4xYz4xYz4xYz4xYz2',NULL,NULL,'2024-01-15 10:30:00','2024-01-15 10:30:00','2024-01-15 10:30:00'),(6,'Fay','fay@example.com',NULL,NULL,NULL,NULL,'2024-01-15 10:30:00','2024-01-15 10:30:00',NULL);
/*!40000 ALTER TABLE `users` ENABLE KEYS */;
UNLOCK TABLES;
