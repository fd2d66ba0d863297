package org.jnvm.infinispan.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.infinispan.commons.CacheConfigurationException;
import org.infinispan.commons.configuration.io.ConfigurationWriter;
import org.infinispan.commons.dataconversion.MediaType;
import org.infinispan.configuration.cache.Configuration;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.configuration.parsing.ConfigurationBuilderHolder;
import org.infinispan.configuration.parsing.ParserRegistry;
import org.jnvm.DurabilityDomain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Invariants checked: each form of the configuration says the same, is written as it is read, and what is wrong is named. */
class JnvmStoreConfigurationTest {
    private static final String XML = """
            <infinispan xmlns="urn:infinispan:config:15.0">
              <cache-container>
                <local-cache name="c">
                  <persistence passivation="false">
                    <jnvm-store xmlns="urn:jnvm:config:store:1.0" path="data" size="2MiB" max-size="1GiB"
                        durability="DISK" interval="250" owns-objects="true" preload="true" segmented="true">
                      <write-behind modification-queue-size="7"/>
                    </jnvm-store>
                  </persistence>
                </local-cache>
              </cache-container>
            </infinispan>
            """;
    private static final String JSON = """
            {"infinispan": {"cache-container": {"caches": {"c": {"local-cache": {"persistence": {"jnvm-store": {
              "path": "data", "size": "2MiB", "max-size": "1GiB", "durability": "DISK", "interval": 250, "owns-objects": true,
              "preload": true, "segmented": true, "write-behind": {"modification-queue-size": 7}}}}}}}}}
            """;
    private static final String YAML = """
            infinispan:
              cacheContainer:
                caches:
                  c:
                    localCache:
                      persistence:
                        jnvmStore:
                          path: "data"
                          size: "2MiB"
                          maxSize: "1GiB"
                          durability: "DISK"
                          interval: 250
                          ownsObjects: true
                          preload: true
                          segmented: true
                          writeBehind:
                            modificationQueueSize: 7
            """;

    private static Configuration read(String text, MediaType type) {
        ConfigurationBuilderHolder holder = new ParserRegistry().parse(text, type);
        return holder.getNamedConfigurationBuilders().get("c").build();
    }

    private static JnvmStoreConfiguration store(Configuration configuration) {
        return (JnvmStoreConfiguration) configuration.persistence().stores().get(0);
    }

    private static void check(JnvmStoreConfiguration store) {
        assertThat(store.path()).isEqualTo("data");
        assertThat(store.size()).isEqualTo(2 << 20);
        assertThat(store.maxSize()).isEqualTo(1 << 30);
        assertThat(store.durability()).isEqualTo(DurabilityDomain.DISK);
        assertThat(store.interval()).isEqualTo(250);
        assertThat(store.ownsObjects()).isTrue();
        assertThat(store.preload()).isTrue();
        assertThat(store.segmented()).isTrue();
        assertThat(store.async().enabled()).isTrue();
        assertThat(store.async().modificationQueueSize()).isEqualTo(7);
    }

    @Test
    void allFormsSayTheSame() {
        check(store(read(XML, MediaType.APPLICATION_XML)));
        check(store(read(JSON, MediaType.APPLICATION_JSON)));
        check(store(read(YAML, MediaType.APPLICATION_YAML)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/xml", "application/json", "application/yaml"})
    void whatIsWrittenIsRead(String type) {
        MediaType media = MediaType.fromString(type);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ConfigurationWriter writer =
                ConfigurationWriter.to(out).withType(media).build()) {
            new ParserRegistry().serialize(writer, "c", read(XML, MediaType.APPLICATION_XML));
        }
        String text = out.toString(StandardCharsets.UTF_8);
        ConfigurationBuilderHolder holder = new ParserRegistry().parse(text, media);
        Configuration again = holder.getNamedConfigurationBuilders().containsKey("c")
                ? holder.getNamedConfigurationBuilders().get("c").build()
                : holder.getCurrentConfigurationBuilder().build();
        check(store(again));
    }

    @Test
    void nothingNeedsToBeSaid() {
        ConfigurationBuilder builder = new ConfigurationBuilder();
        builder.persistence().addStore(JnvmStoreConfigurationBuilder.class);
        JnvmStoreConfiguration store = store(builder.build());
        assertThat(store.path()).isNull();
        assertThat(store.size()).isEqualTo(16_000_000);
        assertThat(store.maxSize()).isEqualTo(1_000_000_000_000L);
        assertThat(store.durability()).isNull();
        assertThat(store.interval()).isZero();
        assertThat(store.ownsObjects()).isFalse();
    }

    private static void refuses(String attributes, String... parts) {
        String text = XML.replaceAll("path=[^>]*", attributes).replaceAll("<write-behind[^>]*>", "");
        assertThatThrownBy(() -> read(text, MediaType.APPLICATION_XML)).satisfies(refusal -> {
            assertThat(refusal).isInstanceOf(CacheConfigurationException.class);
            for (String part : parts) {
                assertThat(refusal).hasStackTraceContaining(part);
            }
        });
    }

    @Test
    void aClusterCannotShareAHeap() {
        String text = XML.replace("local-cache", "distributed-cache").replace("preload", "shared");
        assertThatThrownBy(() -> read(text, MediaType.APPLICATION_XML))
                .hasStackTraceContaining("shared=true, but a heap belongs to one process");
    }

    @Test
    void whatIsWrongIsNamed() {
        refuses("size=\"much\"", "size is no quantity of bytes", "much");
        refuses("size=\"1000\"", "size is too small", "1000", "1048576");
        refuses("size=\"2GiB\" max-size=\"1GiB\"", "max-size is less than size");
        refuses("shared=\"true\"", "cannot be shared"); // by Infinispan, as the cache is a local one
        refuses("durability=\"TAPE\"", "durability", "TAPE");
        refuses("interval=\"100\"", "interval is for durability=DISK", "interval=100, durability=null");
        refuses("durability=\"DISK\" interval=\"-1\"", "not negative", "interval=-1");
        refuses("colour=\"red\"", "colour");
    }
}
