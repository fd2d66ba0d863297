package org.jnvm.spring.boot;

import org.jnvm.Heap;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** An application to which Spring Boot adds what it finds. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class PlainApplication {
    /** Says which beans of J-NVM there are. */
    public static void main(String[] args) {
        try (ConfigurableApplicationContext context = SpringApplication.run(PlainApplication.class, args)) {
            System.out.println("open " + context.getBean(Heap.class).path());
            for (String name : context.getBeanDefinitionNames()) {
                if (name.startsWith("jnvm")) {
                    System.out.println("bean " + name);
                }
            }
        }
    }
}
