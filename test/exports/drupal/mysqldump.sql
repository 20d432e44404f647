-- MySQL dump 10.13
/*!40101 SET NAMES utf8mb4 */;
CREATE TABLE `users_field_data` (
  `uid` varchar(255),
  `langcode` varchar(255),
  `preferred_langcode` varchar(255),
  `name` varchar(255),
  `pass` varchar(255),
  `mail` varchar(255),
  `timezone` varchar(255),
  `status` varchar(255),
  `created` varchar(255),
  `changed` varchar(255),
  `access` varchar(255),
  `login` varchar(255),
  `init` varchar(255),
  `default_langcode` varchar(255),
  PRIMARY KEY (`uid`,`langcode`)
) ENGINE=InnoDB;
INSERT INTO `users_field_data` VALUES (0,'en',NULL,NULL,NULL,NULL,NULL,0,'1705312200','1705312200',0,0,NULL,1),(1,'en','en','ann','$S$EmadeUpmadeUpmadeUpmadeUpmadeUpmadeUpmadeUpmadeUpmad','ann@example.com','UTC',1,'1705312200','1705312200','1705312200','1705312200','ann@example.com',1),(2,'en','en','ben','$2y$10$bbbbbbbbbbbbbbbbbbbbbuMadeUp0xYz4xYz4xYz4xYz4xYz4xYz2','ben@example.com','UTC',1,'1705312200','1705312200',0,0,'ben@example.com',1),(2,'de','en','ben','$2y$10$bbbbbbbbbbbbbbbbbbbbbuMadeUp0xYz4xYz4xYz4xYz4xYz4xYz2','ben@example.com','UTC',1,'1705312200','1705312200',0,0,'ben@example.com',0),(3,'en','en','cleo','$2y$10$cccccccccccccccccccccuMadeUp0xYz4xYz4xYz4xYz4xYz4xYz2','cleo@example.com','UTC',0,'1705312200','1705312200',0,0,'cleo@example.com',1);
